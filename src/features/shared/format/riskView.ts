export { riskView } from '../../../core/records/labels/verdict';
