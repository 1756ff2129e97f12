import type { Endpoint } from '../http/endpoint';
import { analyze } from './analyze';
import { explore } from './explore';
import { feed } from './feed';
import { indicator } from './indicator';
import { team } from './team';
import { threat } from './threat';

/** All endpoints of the service. */
export const endpoints: readonly Endpoint[] = [analyze, explore, feed, indicator, threat, ...team];
