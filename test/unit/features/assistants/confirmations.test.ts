import assert from 'node:assert/strict';
import { Confirmations, confirmationLines } from '../../../../src/features/assistants/confirmations';
import { toMarkdown } from '../../../../src/features/shared/text/safeMarkdown';

const address = 'https://lookups-test-1.com';
const plan = {
  address,
  host: 'lookups-test-1.com',
  values: Array.from({ length: 8 }, (_, at) => `n${at}.lookups-test-2.com`),
  notSent: { known: 12, blocked: 2, others: 0 },
};
const shown = (lines: Parameters<typeof toMarkdown>[0]): string =>
  toMarkdown(lines)
    .value.replace(/&#(\d+);/g, (_, code: string) => String.fromCodePoint(Number(code)))
    .replaceAll('&nbsp;', ' ');

describe('The question before a lookup of an assistant', () => {
  it('names how many indicators go to which host, some of them defanged, and what is not sent', () => {
    const { title, lines } = confirmationLines(plan);
    assert.equal(title, 'Send 8 indicators to lookups-test-1.com?');
    const text = shown(lines);
    assert.match(text, /Sent to lookups-test-1\.com: n0\[\.\]lookups-test-2\[\.\]com, .*, and 3 more/);
    assert.doesNotMatch(text, /n0\.lookups/);
    assert.match(text, /Not sent: 12 found in the local store; 2 internal, reserved, or ignored/);
    assert.doesNotMatch(text, /well known/);
  });

  it('shows hostile indicators as text', () => {
    const { lines } = confirmationLines({ ...plan, values: ['https://lookups-test-2.com/[a](command:x)<b>$(bug)'] });
    const { value, commands } = toMarkdown(lines);
    assert.doesNotMatch(value, /[[\]<>$]|command:/);
    assert.deepEqual(commands, []);
  });
});

describe('Confirmations of calls', () => {
  const values = { address, values: new Set(['a.com']) };

  it('apply to one call with the same input', () => {
    const confirmations = new Confirmations();
    confirmations.set({ indicators: ['a.com'] }, values);
    assert.equal(confirmations.take({ indicators: ['b.com'] }), undefined);
    assert.equal(confirmations.take({ indicators: ['a.com'] }), values);
    assert.equal(confirmations.take({ indicators: ['a.com'] }), undefined);
  });

  it('are replaced by the next question, also if nothing would be sent any more', () => {
    const confirmations = new Confirmations();
    confirmations.set(1, values);
    confirmations.set(1, undefined);
    assert.equal(confirmations.take(1), undefined);
  });

  it('are forgotten if many questions remain unanswered', () => {
    const confirmations = new Confirmations();
    for (let at = 0; at < 30; at++) confirmations.set(at, values);
    assert.equal(confirmations.take(0), undefined);
    assert.equal(confirmations.take(29), values);
  });
});
