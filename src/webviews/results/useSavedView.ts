import { useEffect, useRef } from 'preact/hooks';
import { version } from '../../../package.json';
import { host } from '../common/host';
import type { SavedView, ResultsPanelState } from '../messages/results';
import { emptyState, getViewState, type ResultsState } from './resultsState';

/** Delay before saving state while typing or scrolling. */
const pauseMillis = 150;

/** The state before the panel was hidden or the window reloaded. */
export function restoredState(): ResultsState {
  const state = host.getState();
  return isSavedView(state) ? { ...emptyState, saved: state } : emptyState;
}

/** Only this page writes the state, but maybe before an update of the extension, with other properties. */
function isSavedView(state: unknown): state is SavedView {
  return typeof state === 'object' && state !== null && 'version' in state && state.version === version;
}

interface SavedViewChanges {
  readonly setTop: (top: number) => void;
  /** The row that got the focus. */
  readonly setFocused: (row: string) => void;
}

/** Saves the user's view of the rows, soon or before the panel may be hidden. */
export function useSavedView(state: ResultsState): SavedViewChanges {
  const top = useRef(state.saved?.top ?? 0);
  const focused = useRef(state.saved?.focused);
  const pending = useRef<ReturnType<typeof setTimeout>>(undefined);
  const write = (): void => {
    const { view } = state;
    if (view === undefined) return;
    const panel: ResultsPanelState = { file: view.file, runs: view.runs.map(({ id }) => id), current: view.id };
    host.setState({ version, ...panel, ...getViewState(state, { top: top.current, focused: focused.current }) });
  };
  const scheduleWrite = (): void => {
    clearTimeout(pending.current);
    pending.current = setTimeout(write, pauseMillis);
  };
  useEffect(scheduleWrite, [state]);
  // The next click may hide the panel, and a panel without state can't be restored.
  useEffect(write, [
    state.view?.file,
    state.view?.id,
    state.order,
    state.group,
    state.foldedGroups,
    state.levels,
    state.tags,
    state.range,
    state.unfolded,
    state.filtersOpen,
    state.switched,
    state.widths,
  ]);
  const flush = useRef(write);
  flush.current = write;
  useEffect(() => {
    const onPress = (): void => flush.current();
    const onFocus = ({ target }: FocusEvent): void => {
      if (target instanceof Element && target.closest('tbody') === null) focused.current = undefined;
    };
    window.addEventListener('pointerdown', onPress, true);
    document.addEventListener('focusin', onFocus);
    return () => {
      window.removeEventListener('pointerdown', onPress, true);
      document.removeEventListener('focusin', onFocus);
    };
  }, []);
  return {
    setTop: (to) => {
      top.current = to;
      scheduleWrite();
    },
    setFocused: (row) => {
      focused.current = row;
      scheduleWrite();
    },
  };
}
