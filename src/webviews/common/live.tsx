import { render } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

type Urgency = 'polite' | 'alert';
type Texts = Readonly<Record<Urgency, string>>;

/** Texts within this time are read together, but only the last one of each source. */
const pauseMillis = 100;

const waiting: Readonly<Record<Urgency, Map<unknown, string>>> = { polite: new Map(), alert: new Map() };
let timer: ReturnType<typeof setTimeout> | undefined;
let show: ((texts: Texts) => void) | undefined;

function flush(): void {
  timer = undefined;
  const take = (urgency: Urgency): string => {
    const text = [...waiting[urgency].values()].join(' ');
    waiting[urgency].clear();
    return text;
  };
  show?.({ polite: take('polite'), alert: take('alert') });
}

/** Lets screen readers read a text; a later one of the same source replaces it. */
export function announce(text: string, source: unknown = text, urgency: Urgency = 'polite'): void {
  if (text === '') return;
  waiting[urgency].set(source, text);
  timer ??= setTimeout(flush, pauseMillis);
}

/** Lets screen readers read a text whenever it changes; `alert` interrupts what they read. */
export function useAnnounced(text: string, urgency: Urgency = 'polite'): void {
  const source = useRef(undefined);
  useEffect(() => announce(text, source, urgency), [text]);
}

/** Like {@link useAnnounced}, but not for the initial text. */
export function useAnnouncedChange(text: string): void {
  const before = useRef(text);
  useEffect(() => {
    if (text !== before.current) announce(text, before);
    before.current = text;
  }, [text]);
}

/**
 * Live regions for screen readers. They exist from the start, since only changes of existing regions are read, and are
 * in a separate tree, so that a selection and its copy don't contain the texts twice.
 */
export function Live() {
  const host = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const root = host.current?.attachShadow({ mode: 'closed' });
    if (root !== undefined) render(<Regions />, root);
  }, []);
  return <div ref={host} class="unseen" />;
}

function Regions() {
  const [{ polite, alert }, setTexts] = useState<Texts>({ polite: '', alert: '' });
  useLayoutEffect(() => {
    show = (next) => {
      const texts = (previous: Texts): Texts => ({
        polite: changed(previous.polite, next.polite),
        alert: changed(previous.alert, next.alert),
      });
      setTexts(texts);
    };
  }, []);
  return (
    <>
      <p role="status">{polite}</p>
      <p role="alert">{alert}</p>
    </>
  );
}

/** The next text, differing from the previous one, so that it is read again; without a next one, the previous one. */
function changed(previous: string, next: string): string {
  if (next === '') return previous;
  return next === previous ? `${next}\u00a0` : next;
}
