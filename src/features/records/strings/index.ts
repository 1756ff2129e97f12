import { commandStrings, exportStrings, openStrings } from './commands';
import { noticeStrings } from './notices';
import { panelStrings } from './panel';

/** All text of the records feature. */
export const strings = {
  panel: panelStrings,
  notices: noticeStrings,
  open: openStrings,
  export: exportStrings,
  commands: commandStrings,
};
