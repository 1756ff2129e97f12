import { useContext, useLayoutEffect } from 'preact/hooks';
import { focusHeading, hadFocus, restoreFocus, stopSelector } from '../common/keepFocus';
import { untilUserActs, ViewStateContext } from './viewState';

const name = 'focus';
const maxLabel = 100;

/** Stores which control of the page has the focus, and focuses it again when the user comes back to the page. */
export function usePersistedFocus(): void {
  const viewState = useContext(ViewStateContext);
  useLayoutEffect(() => {
    const wanted = viewState.get<string>(name, '');
    const isReturn = wanted !== '' || hadFocus();
    const restore = (): boolean => {
      const found = wanted === '' ? undefined : stops().find((stop, _, all) => keyOf(stop, all) === wanted);
      if (found !== undefined) restoreFocus(found);
      return found !== undefined;
    };
    // Lists get their rows only later.
    const rows = new MutationObserver(() => {
      if (restore()) stopWaiting();
    });
    const stopListening = untilUserActs(() => stopWaiting());
    const stopWaiting = (): void => {
      rows.disconnect();
      stopListening();
    };
    if (!isReturn || restore()) stopWaiting();
    else {
      focusHeading();
      if (wanted === '') stopWaiting();
      else rows.observe(document.body, { childList: true, subtree: true });
    }
    const store = ({ target }: FocusEvent): void => {
      const all = stops();
      const stop = all.find((each) => each === target);
      if (stop !== undefined) viewState.set(name, keyOf(stop, all));
    };
    document.addEventListener('focusin', store);
    return () => {
      stopWaiting();
      document.removeEventListener('focusin', store);
    };
  }, [viewState]);
}

/** The controls of the page, apart from the links back and forward. */
function stops(): readonly HTMLElement[] {
  const all = document.querySelectorAll<HTMLElement>(stopSelector);
  return [...all].filter((stop) => stop.tagName !== 'H1' && stop.closest('.trail') === null);
}

/** Identifies a control when the page is rendered again: by its tag, its label, and its place among equal ones. */
function keyOf(stop: HTMLElement, all: readonly HTMLElement[]): string {
  const kind = kindOf(stop);
  return `${kind} ${all.filter((each) => kindOf(each) === kind).indexOf(stop)}`;
}

function kindOf(stop: HTMLElement): string {
  const { index } = stop.dataset;
  // Ages change.
  const label = stop.getAttribute('aria-label') ?? index ?? stop.getAttribute('datetime') ?? stop.textContent;
  return `${stop.tagName} ${label.slice(0, maxLabel)}`;
}
