import { commandStrings, exportStrings, openStrings } from './commands';
import { fieldStrings } from './fields';
import { noticeStrings } from './notices';
import { linkStrings, panelStrings, recordStrings } from './panel';

/** All text of the records feature. */
export const strings = {
  panel: panelStrings,
  notices: noticeStrings,
  record: recordStrings,
  links: linkStrings,
  fields: fieldStrings,
  open: openStrings,
  export: exportStrings,
  commands: commandStrings,
};

export type { ListKind } from './panel';
