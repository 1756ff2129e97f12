export { registerRecords } from './registerRecords';
