export { omitPassword } from '../../../core/text/omitPassword';
