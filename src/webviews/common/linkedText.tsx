import { createContext } from 'preact';
import { useContext } from 'preact/hooks';
import type { IndicatorView, LinkedTextView, RefView, Subject } from '../messages/parts';

/** Handlers for pointing at or opening an indicator, threat, or feed in the text of a panel. */
export interface Openers {
  readonly open: (subject: Subject, beside: boolean) => void;
  /** The pointer or the focus is on it; undefined when it leaves. */
  readonly onHover: (indicator: IndicatorView | undefined, element: HTMLElement) => void;
}

/** Without a provider, text opens nothing. */
export const OpenersContext = createContext<Openers | undefined>(undefined);

/** A text in which every indicator can be opened, and has a tooltip with local data about it. */
export function LinkedText({ text, tabIndex = 0 }: { readonly text: LinkedTextView; readonly tabIndex?: number }) {
  if (typeof text === 'string') return <>{text}</>;
  return (
    <>
      {text.map((part, index) =>
        typeof part === 'string' ? part : <Ref key={index} part={part} tabIndex={tabIndex} />,
      )}
    </>
  );
}

/** One indicator in a text. */
export function Ref({ part, tabIndex = 0 }: { readonly part: RefView; readonly tabIndex?: number }) {
  return (
    <SubjectLink subject={part.open} tabIndex={tabIndex}>
      {part.text}
    </SubjectLink>
  );
}

interface SubjectLinkProps {
  readonly subject: Subject;
  readonly children: string;
  readonly tabIndex?: number;
}

/** Opens the record of its subject by click or Enter, to the side with Ctrl or Cmd. It wraps like text. */
export function SubjectLink({ subject, children, tabIndex = 0 }: SubjectLinkProps) {
  const openers = useContext(OpenersContext);
  if (openers === undefined) return <>{children}</>;
  const indicator = subject.kind === 'indicator' ? { type: subject.type, value: subject.value } : undefined;
  const open = (event: MouseEvent | KeyboardEvent): void => {
    event.preventDefault();
    event.stopPropagation();
    openers.open(subject, event.ctrlKey || event.metaKey);
  };
  return (
    <span
      class="ref"
      role="link"
      tabIndex={tabIndex}
      {...(indicator === undefined ? {} : { 'data-vscode-context': menuContext(indicator) })}
      onClick={open}
      onKeyDown={(event) => {
        if (event.key === 'Enter') open(event);
      }}
      onPointerEnter={({ currentTarget }) => openers.onHover(indicator, currentTarget)}
      onPointerLeave={({ currentTarget }) => openers.onHover(undefined, currentTarget)}
      onFocus={({ currentTarget }) => openers.onHover(indicator, currentTarget)}
      onBlur={({ currentTarget }) => openers.onHover(undefined, currentTarget)}
    >
      {children}
    </span>
  );
}

/** The argument of commands in VS Code's context menu for webviews (contribution point `webview/context`). */
export function menuContext({ type, value }: IndicatorView, hasPage = false): string {
  const about = { webviewSection: 'indicator', preventDefaultContextMenuItems: true, type, value };
  return JSON.stringify(hasPage ? { ...about, hasPage } : about);
}
