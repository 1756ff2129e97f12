export { defangText } from '../../core/indicators/defangText';
