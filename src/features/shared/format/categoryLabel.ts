export { categoryLabel } from '../../../core/records/labels/categoryLabel';
