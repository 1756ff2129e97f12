export { cutMiddle, cutText, hasUnseen, visibleText } from '../../core/records/visibleText';
