import type { Frame, Page } from 'playwright-core';
import { until } from '../../../scripts/lib/processes.mjs';
import { waitForPanelFocus, panelText } from '../panels';
import { findHeader, openQueryFile, waitForHeader, waitForResults } from '../queries';
import { startRecordingService, type RecordingService } from '../recordingService';
import { waitForQuickInput, scanViewText, waitOptions, submitScan } from '../scans';
import type { VsCodeOptions } from '../vsCode';
import {
  acceptSelection,
  addTaxiiServer,
  checkInQuickInput,
  hoverAndClick,
  hoverText,
  openFile,
  pickInQuickInput,
  runCommand,
  screenshot,
  typeInQuickInput,
  webviewFrame,
} from '../workbench';
import { model, scanFates, unknownValue } from './model';
import { WordedService } from './service';
import type { Wording } from './wording';
import { pattern } from '../text';
import { uiText, icon } from '../../../src/features/shared/ui/text';
import { t } from '../../../src/l10n';

const valueAt = (at: number): string => model.indicators[at]?.value ?? '';

/** Indicators of the walkthrough: known with high risk, not known, and one that the service rejects. */
export const walked = {
  known: valueAt(0),
  missing: unknownValue(0),
  refused: `${scanFates.refused}lookups-test-6.com`,
  scanned: valueAt(6),
  failing: `${scanFates.failed}lookups-test-6.com`,
} as const;

/** 200 indicators of which the service knows 120, without URLs, whose hosts would be rows as well. */
const triaged = [
  ...model.indicators
    .map(({ value }) => value)
    .filter((value) => !value.includes('://'))
    .slice(0, 120),
  ...Array.from({ length: 80 }, (_, at) => unknownValue(at)),
];

/** A service with a wording on loopback, and what tests need to know about it. */
export interface WalkedService {
  readonly worded: WordedService;
  readonly recording: RecordingService;
}

export async function startWorded(wording: Wording): Promise<WalkedService> {
  const worded = new WordedService(wording);
  return { worded, recording: await startRecordingService(worded.reply) };
}

/** A window in which all steps can be performed. */
export function walkOptions({ recording }: WalkedService): VsCodeOptions {
  return {
    settings: {
      'threatLookups.baseUrl': recording.url,
      'threatLookups.lookups': 'onHover',
      'workbench.secondarySideBar.defaultVisibility': 'hidden',
    },
    files: {
      'proxy.log': [walked.known, walked.missing, walked.refused].map((value) => `GET ${value} 200\n`).join(''),
      'triage.log': `${triaged.join('\n')}\n`,
      'hunt.explore': 'risk=high\n',
    },
    openFiles: ['proxy.log'],
    viewport: { width: 1500, height: 900 },
  };
}

/** A walk through a window; each step returns what is shown, and saves a picture named after the wording. */
export class Walk {
  constructor(
    private readonly page: Page,
    private readonly wording: Wording,
  ) {}

  private picture(name: string): Promise<string> {
    return screenshot(this.page, `wording ${this.wording.name} ${name}`);
  }

  async hover(value: string, matching: RegExp): Promise<string> {
    const text = await hoverText(this.page, value, { matching });
    await this.picture(`hover ${value}`);
    return text;
  }

  /** The record of the known one, from its hover. */
  async record(): Promise<Frame> {
    await hoverAndClick(this.page, walked.known, /Open Record/, 'Open Record');
    const frame = await webviewFrame(this.page, '.band');
    await frame.getByRole('heading', { level: 1 }).waitFor();
    await waitForPanelFocus(frame);
    await this.picture('record');
    return frame;
  }

  /** The record after a comparison with earlier scans. */
  async compared(frame: Frame): Promise<string> {
    await frame.getByRole('button', { name: /^Compare with Previous Scans/ }).click();
    await frame.getByRole('region', { name: t('Previous scans') }).waitFor();
    await frame
      .getByText(/changed|No previous scans|stored|reached/i)
      .first()
      .waitFor();
    await this.picture('compared');
    return panelText(frame);
  }

  /** The Scans view after two scans have ended. */
  async scans(ends: RegExp): Promise<string> {
    await submitScan(this.page, walked.scanned, 'Passive Scan');
    await submitScan(this.page, walked.failing, 'Passive Scan');
    await runCommand(this.page, 'threatLookups.scans.focus');
    const text = await until(
      async () => {
        const message = await scanViewText(this.page);
        return ends.test(message) ? message : undefined;
      },
      { ...waitOptions, what: `${String(ends)} in the view “Scans”` },
    );
    await this.picture('scans');
    return text;
  }

  /** The triage of the log after the lookup. */
  async triage(words: RegExp): Promise<string> {
    await openFile(this.page, 'triage.log');
    await runCommand(this.page, 'threatLookups.triage');
    const frame = await waitForResults(this.page, /200 indicators/);
    await frame.getByRole('button', { name: /^Look Up .* on 127\.0\.0\.1:\d+/ }).click();
    await waitForQuickInput(this.page, /Sends .*about \d+ requests/);
    await this.picture('triage asks');
    await acceptSelection(this.page);
    // The panel shows one message until all are asked for.
    const more = frame.locator('.notices .more[aria-expanded="false"]');
    const { text } = await until(
      async () => {
        if (await more.isVisible()) await more.click();
        return findHeader(this.page, words);
      },
      { within: 120_000, what: `no triage says ${String(words)}` },
    );
    await this.picture('triage');
    return text;
  }

  /** The results of a query. */
  async run(words: RegExp): Promise<string> {
    await openQueryFile(this.page, 'hunt.explore');
    await runCommand(this.page, 'threatLookups.runQuery');
    // Triage may show the same text until the results replace it.
    const { text } = await waitForHeader(this.page, new RegExp(`risk=high[^]*(?:${words.source})`, words.flags));
    await this.picture('query');
    return text;
  }

  /** The Local Mirrors view after the collection of the service was synced. */
  async mirror(address: string, words: RegExp): Promise<string> {
    await addTaxiiServer(this.page);
    await waitForQuickInput(this.page, pattern(uiText('Select the server that has the collections')));
    await pickInQuickInput(this.page, pattern(uiText('{0} Another Server…', icon('add'))));
    await waitForQuickInput(
      this.page,
      pattern(uiText('Base URL of the service, discovery URL (…/taxii2/), or API root')),
    );
    await typeInQuickInput(this.page, address);
    await waitForQuickInput(this.page, /: Credentials/);
    await pickInQuickInput(this.page, pattern(uiText('{0} No authentication', icon('unlock'))));
    await waitForQuickInput(this.page, pattern(uiText('Select collections to keep on this machine')));
    await this.picture('mirror choice');
    await checkInQuickInput(this.page, /indicators/);
    await acceptSelection(this.page);
    const text = await until(
      async () => {
        const message = await scanViewText(this.page);
        return words.test(message) ? message : undefined;
      },
      { ...waitOptions, what: `${String(words)} in the view “Local Mirrors”` },
    );
    await this.picture('mirror');
    return text;
  }
}
