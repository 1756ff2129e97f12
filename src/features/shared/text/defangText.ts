export { defangText } from '../../../core/indicators/identity/defangText';
