import { useEffect, useRef, useState } from 'preact/hooks';
import { RiskIcon } from '../common/riskIcon';
import { textOf, type IndicatorView } from '../messages/parts';
import { usePanel } from './panelContext';

/** How long the pointer rests before it means it, in milliseconds. */
const rest = 350;
const id = 'about';

interface About {
  readonly rested: IndicatorView | undefined;
  readonly restOn: (indicator: IndicatorView | undefined, element: HTMLElement) => void;
}

/** Follows where the pointer or the focus rests, and asks the host what is known of it. */
export function useAbout(): About {
  const { send } = usePanel();
  const [rested, setRested] = useState<IndicatorView>();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const anchor = useRef<HTMLElement>(undefined);
  const leave = (): void => {
    clearTimeout(timer.current);
    anchor.current?.classList.remove('rested');
    anchor.current?.removeAttribute('aria-describedby');
    anchor.current = undefined;
    setRested(undefined);
  };
  useEffect(() => {
    const press = ({ key }: KeyboardEvent): void => {
      if (key === 'Escape') leave();
    };
    addEventListener('keydown', press);
    return () => removeEventListener('keydown', press);
  });
  const restOn: About['restOn'] = (indicator, element) => {
    leave();
    if (indicator === undefined) return;
    timer.current = setTimeout(() => {
      if (!element.isConnected) return;
      anchor.current = element;
      element.classList.add('rested');
      element.setAttribute('aria-describedby', id);
      send({ kind: 'describe', indicator });
      setRested(indicator);
    }, rest);
  };
  return { rested, restOn };
}

/** What is known here of the indicator that the pointer rests on, beside it. */
export function About({ rested }: { readonly rested: IndicatorView | undefined }) {
  const { described } = usePanel().state;
  const element = useRef<HTMLDivElement>(null);
  const isThere = rested !== undefined && described?.indicator.value === rested.value;
  useEffect(() => {
    const { current } = element;
    if (current === null || current.matches(':popover-open') === isThere) return;
    if (isThere) current.showPopover();
    else current.hidePopover();
  }, [isThere]);
  return (
    <div ref={element} id={id} class="about" role="tooltip" popover="manual">
      {!isThere ? null : (
        <>
          {described.risk === undefined ? null : (
            <strong class={`badge risk-${described.risk.color}`}>
              <RiskIcon icon={described.risk.icon} /> {described.risk.words}
            </strong>
          )}
          {described.lines.map((line, index) => (
            <p key={index}>{textOf(line)}</p>
          ))}
        </>
      )}
    </div>
  );
}
