import { useRef, useState } from 'preact/hooks';
import { RiskIcon } from '../../common/riskIcon';
import type { ResultsNotice } from '../../messages/results';
import { Buttons } from './buttons';
import { useOverflow } from './overflow';
import type { Send } from '../send';
import { plural, t } from '../../../l10n';

interface NoticesProps {
  readonly notices: readonly ResultsNotice[];
  /** Shows one line until the user asks for more, so that rows are in view. */
  readonly isCompact: boolean;
  readonly send: Send;
}

/** What the user should know about the rows, warnings first. */
export function Notices({ notices, isCompact, send }: NoticesProps) {
  const [isOpen, setOpen] = useState(false);
  const sorted = notices.toSorted((a, b) => Number(b.tone === 'warning') - Number(a.tone === 'warning'));
  const [first, ...others] = sorted;
  const text = useRef<HTMLSpanElement>(null);
  const isCut = useOverflow(text, first?.text);
  const isLine = isCompact && !isOpen;
  const label =
    others.length > 0 ? plural(others.length, { one: '{0} more message', other: '{0} more messages' }) : t('Show More');
  return (
    <div class={`notices${isLine ? ' line' : ''}`}>
      {(isLine ? sorted.slice(0, 1) : sorted).map((notice, index) => (
        <div key={index} class={`notice ${notice.tone}`}>
          <RiskIcon icon={notice.icon} />
          <span class="notice-text" {...(index === 0 ? { ref: text } : {})} {...(isLine ? { title: notice.text } : {})}>
            {notice.text}
          </span>
          <Buttons buttons={notice.actions} send={send} />
          {index === 0 && isCompact && (isOpen || isCut || others.length > 0) ? (
            <button type="button" class="link more" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
              {isOpen ? t('Show Less') : label}
            </button>
          ) : null}
        </div>
      ))}
    </div>
  );
}
