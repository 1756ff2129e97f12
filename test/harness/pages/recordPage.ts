import { until } from '../../../scripts/lib/processes.mjs';
import * as indicators from '../../../src/core/indicators';
import type { LookupMode } from '../../../src/core/lookups';
import type { Subject } from '../../../src/core/records/subject';
import { startRecords } from '../../../src/features/records/feature';
import { panelTypes } from '../../../src/features/shared/ids/contributionIds';
import type { RecordingService } from '../recordingService';
import type { FeatureHost } from './featureHost';
import { type FeaturePage, type FeaturePageOptions, useFeaturePage } from './featurePage';
import type { OpenOptions } from './panelPage';
import { user } from './user';

export interface RecordPageOptions {
  /** The connected service; by default, there is only the local store. */
  readonly service?: () => Pick<RecordingService, 'url'>;
  /** Default: `onDemand`. */
  readonly mode?: LookupMode;
  readonly sampleData?: boolean;
  /** Prepares the store, in addition to `sampleData`. */
  readonly prepare?: (host: FeatureHost) => void | Promise<void>;
  readonly viewport?: FeaturePageOptions<void>['viewport'];
}

/** The record panel in plain Chromium, and the surroundings of its feature. */
export interface RecordPage extends FeaturePage {
  /** Opens a record in a new window, which has only the store; an indicator as text. Its header is visible then. */
  readonly open: (subject: string | Subject, options?: OpenOptions) => Promise<void>;
}

/** Like `useFeaturePage`, for record panels. */
export function useRecordPage({
  service,
  mode = 'onDemand',
  sampleData = false,
  prepare,
  viewport,
}: RecordPageOptions = {}): () => RecordPage {
  let opening: Subject | undefined;
  const page = useFeaturePage({
    ...(viewport === undefined ? {} : { viewport }),
    toPage: undefined,
    viewType: panelTypes.record,
    settings: () => ({ lookups: mode, ...(service === undefined ? {} : { baseUrl: service().url }) }),
    prepare: async (host) => {
      if (sampleData) await host.loadSample();
      await prepare?.(host);
    },
    start: (parts) => startRecords(parts),
    show: async (host) => {
      if (opening !== undefined) await host.command('threatLookups.openRecord', opening);
    },
  });
  const open: RecordPage['open'] = async (subject, options) => {
    opening = typeof subject === 'string' ? subjectOf(subject) : subject;
    const { panel, host } = page();
    user.reset();
    for (const list of [host.messages, host.ran]) list.length = 0;
    await panel.open(options);
    await panel.page.locator('.band h1').waitFor();
  };
  return () => ({ ...page(), open });
}

/** Waits until a message of the feature contains a text. */
export async function waitForNotice({ host: { messages } }: FeaturePage, text: string): Promise<void> {
  await until(() => messages.some((message) => message.includes(text)), {
    what: `no message with “${text}”`,
  }).catch((error: unknown) => {
    throw new Error(`${String(error)} There are:\n${messages.join('\n')}`, { cause: error });
  });
}

function subjectOf(text: string): Subject {
  const indicator = indicators.parseIndicator(text);
  if (indicator === undefined) throw new Error(`${text} isn't an indicator.`);
  return { kind: 'indicator', type: indicator.type, value: indicator.value };
}
