import type { Form } from './form';
import { ofAbuseCh } from './abuseCh';
import { ofPhishing } from './phishing';
import { ofNetworks } from './networks';
import { ofTools } from './tools';
import { ofFilters } from './filters';
import { ofClouds } from './clouds';
import { ofLocations } from './locations';

export type { Form } from './form';

/** A list of each known form, of some in several versions. */
export const forms: readonly Form[] = [
  ...ofAbuseCh,
  ...ofPhishing,
  ...ofNetworks,
  ...ofTools,
  ...ofFilters,
  ...ofClouds,
  ...ofLocations,
];
