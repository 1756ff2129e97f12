export { wireStamp } from '../../core/records/stamp';
