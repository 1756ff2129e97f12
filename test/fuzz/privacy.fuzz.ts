import { getIgnoreList } from '../../src/core/lookups/policy/ignoreList';
import { findEmbeddedHosts } from '../../src/core/lookups/policy/nestedHosts';
import type { FuzzLimits, FuzzRun } from './detect.fuzz';
import { below, mutate, pick, seededRandom } from './mutate';

const texts: readonly string[] = [
  '/go?next=https%3A%2F%2Fwiki.local%2Fx&a=1',
  '/web/2020/http:/10.0.0.5/x?u=%252F%252Fintranet.corp',
  '/a/aHR0cHM6Ly93aWtpLmxvY2FsL3g=/b?ip=2130706433&to=[fe80::1%25eth0]:8080',
  '/x?s={"to":"https:\\/\\/a.test"}&amp;b=&#47;%u002e0x7f.0.0.1',
];
const patterns: readonly string[] = [
  '/^(a+)+[a-z0-9]{2,9}$/i',
  '*.a-site.com',
  '203.0.113.0/24',
  '2001:db8::/32',
  '/(a|b)*\\.corp|[^x-z]?/',
  'https://a-site.com/x?y',
];

/** A host that must be found after any text, and the time limit in milliseconds. */
const [hidden, slowest] = ['wiki-17.internal', 2_000];

function mutatedCase(seed: number, number: number): { readonly text: string; readonly pattern: string } {
  const random = seededRandom(Math.imul(seed, 0x27d4eb2f) + number);
  const text = mutate(pick(random, texts, '/'), texts[below(random, texts.length)] ?? '', random);
  return {
    text,
    pattern: mutate(pick(random, patterns, 'a'), patterns[below(random, patterns.length)] ?? '', random),
  };
}

function findFailure({ text, pattern }: ReturnType<typeof mutatedCase>): string | undefined {
  const startedAt = performance.now();
  try {
    const hosts = findEmbeddedHosts(`${text} https://${hidden}/`);
    if (hosts !== undefined && !hosts.some(({ value }) => value === hidden)) return 'a host is not found';
    getIgnoreList([{ pattern, origin: 'workspace' }]).find([text], [hidden]);
  } catch (error) {
    return `threw ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
  }
  return performance.now() - startedAt > slowest ? 'took too long' : undefined;
}

export const fuzz = {
  title: 'Hosts inside URLs, and patterns of ignore lists',
  /** The case as text, to report one that never ends. */
  line: (seed: number, number: number): string => JSON.stringify(mutatedCase(seed, number)),
  run({ seed, lines, millis, progress }: FuzzLimits): FuzzRun {
    const until = performance.now() + millis;
    for (let number = 0; number < lines; number++) {
      if (number % 256 === 0 && performance.now() > until) return { lines: number };
      Atomics.store(progress, 0, number);
      const each = mutatedCase(seed, number);
      const failure = findFailure(each);
      if (failure !== undefined)
        return { lines: number + 1, failure: `case ${number} of seed ${seed}: ${failure}: ${JSON.stringify(each)}` };
    }
    return { lines };
  },
};
