import * as z from 'zod/mini';
import { riskIcon, time } from './parts';

/** What a button of a record panel makes the host do; the host knows the subject of the panel. */
export const action = z.enum([
  'lookUp',
  'lookUpWholeUrl',
  'scan',
  'editNote',
  'editTags',
  'openHost',
  /** The record of the name above that is a risk. */
  'openAbove',
  'setKey',
  'connect',
  'showDetails',
  'changeMode',
  'editIgnoreList',
  'loadSample',
  'import',
  'openBeside',
  'export',
  /** Opens a query for the indicators of a threat or feed. */
  'explore',
  /** Cancels what the panel waits for. */
  'cancel',
]);

export const button = z.object({ label: z.string(), action });

export const notice = z.object({
  tone: z.enum(['info', 'warning']),
  icon: z.optional(riskIcon),
  text: z.string(),
  actions: z.array(button),
});

/** Something pending: what the panel waits for (“Waiting for intel.example…”), and since when. */
export const waiting = z.object({ message: z.string(), since: time });

export type NoticeView = z.infer<typeof notice>;
export type ButtonView = z.infer<typeof button>;
export type PanelAction = z.infer<typeof action>;
export type WaitingView = z.infer<typeof waiting>;
