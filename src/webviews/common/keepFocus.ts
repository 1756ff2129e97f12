type Stop = HTMLElement | SVGElement;

/** Selects the elements that can have the focus in panels. */
export const stopSelector = ['button', 'input', 'select', 'summary', '[tabindex]'].join();

/** The element that had the focus last, or its replacement, which gets the focus once the page has it again. */
let last: Stop | undefined;

/**
 * Keeps the focus in the page: when its element disappears, another takes its place, and when the page gets the focus
 * back from VS Code, the element that had it.
 */
export function keepFocus(root: HTMLElement): void {
  const observer = new MutationObserver((records) => {
    if (last === undefined || last.isConnected) return;
    last = successorOf(last, records, root);
    if (last !== undefined) focusNow(last);
  });
  observer.observe(root, { childList: true, subtree: true });
  document.addEventListener('focusin', ({ target }) => {
    if (isStop(target)) last = target;
  });
  // A click beside all controls gives the focus up.
  document.addEventListener(
    'pointerdown',
    ({ target }) => {
      const stop = target instanceof Element ? target.closest(stopSelector) : null;
      last = isStop(stop) ? stop : undefined;
    },
    true,
  );
  window.addEventListener('focus', () => {
    // A click or the Tab key that brings the focus moves it further.
    setTimeout(() => {
      if (last?.isConnected === true) focusNow(last);
    });
  });
}

/** Whether an element of the page had the focus. */
export function hadFocus(): boolean {
  return last !== undefined;
}

/** Focuses an element immediately, or when the page gets the focus: it never takes the focus from VS Code. */
export function restoreFocus(element: Stop): void {
  last = element;
  if (document.hasFocus()) element.focus({ preventScroll: true });
}

/** Focuses the heading of the page, from which the Tab key leads on. */
export function focusHeading(): void {
  const heading = document.querySelector('h1');
  if (heading === null) return;
  heading.tabIndex = -1;
  restoreFocus(heading);
}

function focusNow(element: Stop): void {
  const { activeElement } = document;
  if (document.hasFocus() && (activeElement === null || activeElement === document.body))
    element.focus({ preventScroll: true });
}

/** Returns the control nearest to a removed element: one of its replacements, one after it, or one before it. */
function successorOf(gone: Stop, records: readonly MutationRecord[], root: HTMLElement): Stop | undefined {
  const removal = records.findLast(
    ({ removedNodes, target }) => target.isConnected && [...removedNodes].some((node) => node.contains(gone)),
  );
  if (removal === undefined) return undefined;
  const isAfter = (stop: Stop): boolean => follows(removal, stop);
  const nearest = (stops: readonly Stop[]): Stop | undefined => stops.find(isAfter) ?? stops.at(-1);
  const stops = [...root.querySelectorAll(stopSelector)].filter(isStop).filter(isReachable);
  const added = records.flatMap(({ addedNodes }) => [...addedNodes]);
  const replacement = nearest(stops.filter((stop) => added.some((node) => node.contains(stop))));
  if (replacement !== undefined) return replacement;
  for (let around: Node | null = removal.target; around !== null && root.contains(around); around = around.parentNode) {
    const container = around;
    const found = nearest(stops.filter((stop) => container.contains(stop)));
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Whether an element comes after the position that nodes were removed from. */
function follows({ target, previousSibling, nextSibling }: MutationRecord, stop: Stop): boolean {
  const isFollowing = (node: Node): boolean =>
    (node.compareDocumentPosition(stop) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
  if (previousSibling?.isConnected === true) return isFollowing(previousSibling) && !previousSibling.contains(stop);
  if (nextSibling?.isConnected === true) return nextSibling.contains(stop) || isFollowing(nextSibling);
  return isFollowing(target);
}

function isStop(target: unknown): target is Stop {
  return (target instanceof HTMLElement || target instanceof SVGElement) && target.matches(stopSelector);
}

function isReachable(stop: Stop): boolean {
  return stop.tabIndex >= 0 && stop.getClientRects().length > 0;
}
