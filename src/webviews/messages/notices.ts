import * as z from 'zod/mini';
import { riskIcon } from './parts';

/** What a button of a record panel asks the host to do; the host knows what the panel is about. */
export const action = z.enum([
  'lookUp',
  'lookUpWholeUrl',
  'scan',
  'openHost',
  'setKey',
  'connect',
  'showDetails',
  'changeMode',
  'editIgnoreList',
  'loadSample',
  'import',
  'openBeside',
  'export',
  /** Opens a query for what is linked to a threat or comes from a feed. */
  'explore',
  /** Calls off what the panel waits for. */
  'cancel',
]);

export const button = z.object({ label: z.string(), action });

export const notice = z.object({
  tone: z.enum(['info', 'warning']),
  icon: z.optional(riskIcon),
  text: z.string(),
  actions: z.array(button),
});

/** Something on its way: whom it is asked of, in words (“Asking intel.example…”), and since when, in milliseconds. */
export const waiting = z.object({ words: z.string(), since: z.number() });

export type NoticeView = z.infer<typeof notice>;
export type ButtonView = z.infer<typeof button>;
export type PanelAction = z.infer<typeof action>;
export type WaitingView = z.infer<typeof waiting>;
