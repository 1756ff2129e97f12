// The module as it is loaded when it is first needed, see `together`.
import '../together';
export * from '../sync';
