export * from '../../../core/records/labels/verdict';
