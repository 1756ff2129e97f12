import { type Endpoint } from '../endpoint';
import { analyze } from './analyze';
import { explore } from './explore';
import { indicator } from './indicator';

/** Every address that the service answers at. */
export const endpoints: readonly Endpoint[] = [analyze, explore, indicator];
