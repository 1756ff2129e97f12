export { truncateMiddle, truncateText, hasUnseen, visibleText } from '../../core/records/visibleText';
