export { truncateMiddle, truncateText, hasUnseen, visibleText } from '../../../core/text/visibleText';
