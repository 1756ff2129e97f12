export { wireTimestamp } from '../../core/records/timestamp';
