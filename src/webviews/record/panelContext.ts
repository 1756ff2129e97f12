import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import { emptyState, type PanelState } from './panelState';
import { type Show, showWith } from './shown';
import type { FromRecordPanel } from '../messages/record';

/** Sends a message to the host. */
type Send = (message: FromRecordPanel) => void;

/** The state of the page, a way to send messages to the host, and how texts of records are shown. */
export interface PanelPage {
  readonly state: PanelState;
  readonly send: Send;
  readonly show: Show;
}

export const PanelContext = createContext<PanelPage>({
  state: emptyState,
  send: () => undefined,
  show: showWith(new Map(), 0),
});

export function usePanel(): PanelPage {
  return useContext(PanelContext);
}
