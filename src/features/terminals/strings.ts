import { uiText } from '../shared/ui/text';

/** Text of links in terminals. */
export const strings = {
  openRecord: () => uiText('Open the record of this indicator'),
};
