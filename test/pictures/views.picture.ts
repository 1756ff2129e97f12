import { join } from 'node:path';
import type { Frame, Page } from 'playwright-core';
import { writeDemo } from '../../scripts/lib/demo.mjs';
import { truncatedInputTexts, truncatedTexts, manifestTexts, pseudoFiles, pseudoLanguage } from '../harness/languages';
import { startRecordingService, type RecordedRequest, type Reply } from '../harness/recordingService';
import { fullRecord } from '../harness/sampleRecords';
import { startVsCode, type VsCodeOptions } from '../harness/vsCode';
import {
  hoverText,
  leaveHover,
  openFile,
  runCommand,
  screenshot,
  setTheme,
  themes,
  typeInQuickInput,
  clickStatusBar,
  goToLine,
  webviewFrame,
} from '../harness/workbench';

const widths = [400, 700, 1400] as const;
const height = 900;

/** One window with its pictures. */
class Walk {
  private readonly texts: Readonly<Record<string, string>>;

  constructor(
    readonly page: Page,
    private readonly language: string,
    private readonly section: string,
  ) {
    this.texts = manifestTexts(language);
  }

  text(key: string): string {
    const text = this.texts[key];
    if (text === undefined) throw new Error(`The manifest has no text ${key}.`);
    return text;
  }

  /** Runs a command of the extension by the last part of its ID, with its title in the language. */
  run(command: string): Promise<void> {
    return runCommand(this.page, `${this.text('category')}: ${this.text(`command.${command}.title`)}`);
  }

  /** Shows a view of the sidebar with the command that VS Code makes for it. */
  focus(view: string): Promise<void> {
    return runCommand(this.page, `${this.text('category')}: Focus on ${this.text(`view.${view}.name`)} View`);
  }

  picture(name: string): Promise<string> {
    return screenshot(this.page, `views ${this.language} ${this.section} ${name}`);
  }

  private report(name: string, truncated: readonly string[]): void {
    for (const text of truncated)
      process.stdout.write(`${this.language} ${this.section} ${name} truncates “${text}”\n`);
  }

  /** Reports steps that can't be completed, and continues. */
  async step(name: string, action: () => Promise<unknown>): Promise<void> {
    try {
      await action();
      await this.picture(name);
    } catch (error) {
      await this.picture(`failed ${name}`);
      process.stdout.write(`${this.language} ${this.section} ${name}: ${String(error).split('\n')[0] ?? ''}\n`);
    }
  }

  /** Captures the open quick pick or input box of a command, and closes it. */
  async input(command: string, typed: readonly string[] = []): Promise<void> {
    const name = ['input', command, typed.length || ''].join(' ').trim();
    await this.step(name, async () => {
      await this.run(command);
      for (const text of typed) {
        await this.opened();
        await typeInQuickInput(this.page, text);
      }
      await this.opened();
      this.report(name, await truncatedInputTexts(this.page));
    });
    await this.page.keyboard.press('Escape');
    await this.page.keyboard.press('Escape');
  }

  private async opened(): Promise<void> {
    await this.page
      .locator('.quick-input-widget:visible :is(.quick-input-title, .quick-input-message, .monaco-list-row)')
      .first()
      .waitFor();
    await this.page.waitForTimeout(500);
  }

  /** Captures a panel in every width. */
  async widths(name: string, frame: Frame): Promise<void> {
    for (const width of widths) {
      await this.page.setViewportSize({ width, height });
      await this.step(`${name} ${width}`, async () => {
        await frame.waitForFunction(() => new Promise((done) => requestAnimationFrame(done)));
        await this.page.waitForTimeout(400);
        this.report(`${name} ${width}`, await truncatedTexts(frame, '#root'));
      });
    }
    await this.page.setViewportSize({ width: 1400, height });
  }

  async themes(name: string): Promise<void> {
    for (const theme of themes) {
      await this.step(`${name} ${theme}`, async () => {
        await setTheme(this.page, theme);
        await this.page.waitForTimeout(400);
      });
    }
  }
}

interface Section {
  readonly options: (demo: string) => VsCodeOptions;
  readonly walk: (walk: Walk) => Promise<void>;
  /** The replies of a service that the window is connected to. */
  readonly service?: (request: RecordedRequest) => Reply;
}

const settings = {
  'threatLookups.highlights.gutterIcons': true,
  'threatLookups.highlights.endOfLine': true,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
};

/** Settings that leave the width of the window to the panel. */
const panelSettings = { ...settings, 'workbench.activityBar.location': 'hidden', 'editor.minimap.enabled': false };

const sampleOptions = (demo: string): VsCodeOptions => {
  writeDemo(demo);
  return {
    folder: demo,
    openFiles: ['proxy.log'],
    environment: { THREAT_LOOKUPS_DEMO: '1' },
    settings: panelSettings,
  };
};

const start: Section = {
  options: () => ({ settings, files: { 'proxy.log': 'GET login-update.example 200\n' }, openFiles: ['proxy.log'] }),
  walk: async (walk) => {
    const { page } = walk;
    await walk.step('no service', () => hoverText(page, 'login-update.example', { matching: /\S/ }));
    await leaveHover(page);
    for (const view of ['scans', 'sources', 'queryHistory']) await walk.step(view, () => walk.focus(view));
    await walk.step('menu', async () => {
      await clickStatusBar(page);
      await page.locator('.quick-input-widget .label-name').first().waitFor();
    });
    await page.keyboard.press('Escape');
    for (const command of ['lookUp', 'openRecord', 'scan', 'addSource', 'connect', 'setKey', 'import', 'ignore']) {
      await walk.input(command);
    }
    await walk.input('connect', ['https://intel.example/prefix']);
    await goToLine(page, 1, 8);
    await walk.input('ignore');
    await walk.step('settings', async () => {
      await walk.run('openSettings');
      await page.locator('.settings-editor .setting-item').first().waitFor();
    });
    for (let scrolled = 1; scrolled <= 6; scrolled++) {
      await walk.step(`settings ${scrolled}`, async () => {
        await page.mouse.move(900, 500);
        await page.mouse.wheel(0, 2400);
        await page.waitForTimeout(500);
      });
    }
    for (const command of ['showLocalData', 'showSent', 'showDetails', 'editIgnoreList']) {
      await walk.step(`document ${command}`, async () => {
        await walk.run(command);
        await page.waitForTimeout(1000);
      });
    }
    await walk.step('extension page', async () => {
      await runCommand(page, 'Extensions: Show Installed Extensions');
      await page.locator('.extensions-list .monaco-list-row').first().click();
      await page.locator('.extension-editor .name').first().waitFor();
      await page.waitForTimeout(1500);
    });
    await walk.step('extension features', async () => {
      await page.locator('.extension-editor .navbar .action-label', { hasText: 'Features' }).click();
      await page.waitForTimeout(1500);
    });
  },
};

const steps = ['seeItWork', 'import', 'triage', 'connect', 'queries'];

const walkthrough: Section = {
  options: () => ({ settings }),
  walk: async (walk) => {
    const { page } = walk;
    await runCommand(page, 'View: Close Primary Side Bar').catch(() => undefined);
    await walk.step('first', async () => {
      await walk.run('getStarted');
      await page.locator('.getting-started-step').first().waitFor();
      await page.waitForTimeout(800);
    });
    for (const step of steps) {
      await walk.step(step, async () => {
        const title = walk.text(`walkthrough.start.${step}.title`);
        await page.locator('.getting-started-step', { hasText: title }).first().click({ timeout: 5000 });
        await page.waitForTimeout(800);
      });
    }
    await page.setViewportSize({ width: 700, height });
    await walk.step('narrow', () => page.waitForTimeout(500));
  },
};

const sample: Section = {
  options: sampleOptions,
  walk: async (walk) => {
    const { page } = walk;
    await walk.step('hover malicious', () => hoverText(page, 'login-update.example', { matching: /\n.*\n/ }));
    await leaveHover(page);
    await walk.step('hover harmless', () => hoverText(page, 'mail.example', { matching: /\S/ }));
    await leaveHover(page);
    await walk.step('hover address', () => hoverText(page, '203.0.113.77', { matching: /\S/ }));
    await leaveHover(page);
    for (const command of ['startService', 'showServiceInfo', 'clearLocalData']) {
      await walk.step(`notice ${command}`, async () => {
        await walk.run(command);
        await page
          .locator('.notification-toast, .monaco-dialog-box, .quick-input-widget .monaco-list-row:visible')
          .first()
          .waitFor({ timeout: 5000 });
        await page.waitForTimeout(500);
      });
      await page.keyboard.press('Escape');
      await runCommand(page, 'Notifications: Clear All Notifications').catch(() => undefined);
    }
    await walk.step('context menu', async () => {
      await page.locator('.editor-instance .view-line', { hasText: 'login-update' }).first().click({ button: 'right' });
      await page
        .locator('.monaco-menu .action-label', { hasText: walk.text('submenu.editor.label') })
        .first()
        .hover();
      await page.waitForTimeout(800);
    });
    await page.keyboard.press('Escape');
    await page.keyboard.press('Escape');
    await runCommand(page, 'View: Close Primary Side Bar');
    await walk.themes('highlights');
    await walk.step('triage', async () => {
      await walk.run('triage');
      await webviewFrame(page, '.grid tbody tr', 40_000);
    });
    await runCommand(page, 'View: Toggle Maximize Editor Group');
    const triage = await webviewFrame(page, '.grid tbody tr', 40_000);
    await walk.widths('triage', triage);
    await walk.themes('triage');
    for (const [name, typed] of [
      ['indicator', 'login-update.example'],
      ['threat', 'Paper Lantern'],
      ['feed', 'Phish Basket'],
    ] as const) {
      await walk.step(`record ${name}`, async () => {
        await walk.run('openRecord');
        await typeInQuickInput(page, typed, { accept: false });
        const row = page.locator('.quick-input-widget .monaco-list-row .label-name:visible', {
          hasText: new RegExp(typed.replace('.', '\\[?\\.\\]?')),
        });
        await row.last().waitFor();
        await page.waitForTimeout(800);
        await walk.picture(`record ${name} pick`);
        await row.last().click();
        await webviewFrame(page, '.band h1', 20_000);
        await page.waitForTimeout(1500);
      });
      const frame = await webviewFrame(page, '.band h1', 20_000);
      await walk.widths(`record ${name}`, frame);
      await walk.step(`record ${name} end`, async () => {
        await frame.evaluate(() => window.scrollTo(0, 10_000));
        await page.waitForTimeout(400);
      });
      if (name === 'indicator') {
        await page.setViewportSize({ width: 400, height });
        await walk.step(`record ${name} end narrow`, () => page.waitForTimeout(400));
        await page.setViewportSize({ width: 1400, height });
        await frame.evaluate(() => window.scrollTo(0, 0));
        await walk.themes(`record ${name}`);
      }
      await runCommand(page, 'View: Close Editor');
    }
  },
};

const query = [
  '### Recent high-risk domains',
  '# @name recent-risky-domains',
  'type=domain and (risk=high or risk=critical)',
  'and seen=90d and retired=0',
  '',
  '### Errors',
  'type=domian and (risk=hihg or',
  '',
].join('\n');

const queries: Section = {
  options: (demo) => ({ ...sampleOptions(demo), files: { 'hunt.explore': query } }),
  walk: async (walk) => {
    const { page } = walk;
    await hoverText(page, 'login-update.example', { matching: /\n.*\n/ });
    await leaveHover(page);
    await runCommand(page, 'View: Close All Editors');
    await openFile(page, 'hunt.explore');
    await walk.step('document', () => page.locator('.squiggly-error').first().waitFor());
    await walk.step('help hover', () => hoverText(page, 'seen', { matching: /\S/ }));
    await leaveHover(page);
    await walk.step('error hover', () => hoverText(page, 'domian', { matching: /\S/ }));
    await leaveHover(page);
    await walk.step('completion', async () => {
      await page.locator('.editor-instance .view-line').last().click();
      await page.keyboard.press('Control+End');
      await page.keyboard.type('\n### C\n');
      await page.keyboard.press('Control+Space');
      await page.locator('.suggest-widget .monaco-list-row').first().waitFor();
      await page.keyboard.press('Control+Space');
      await page.waitForTimeout(800);
    });
    await page.keyboard.press('Escape');
    await walk.step('completion of values', async () => {
      await page.keyboard.type('risk=');
      await page.locator('.suggest-widget .monaco-list-row').first().waitFor();
      await page.waitForTimeout(800);
    });
    await page.keyboard.press('Escape');
    await walk.step('problems', () => runCommand(page, 'View: Toggle Problems'));
    await runCommand(page, 'View: Toggle Panel Visibility').catch(() => undefined);
    for (const command of ['runQueryWithOptions', 'openSavedQuery']) await walk.input(command);
    await walk.step('run', async () => {
      await page.locator('.codelens-decoration a').first().click();
      await webviewFrame(page, '.grid tbody tr', 40_000);
    });
    await runCommand(page, 'View: Close Primary Side Bar');
    await walk.step('side by side', () => page.waitForTimeout(500));
    await (await webviewFrame(page, '.grid', 40_000)).locator('.top').click();
    await runCommand(page, 'View: Toggle Maximize Editor Group').catch(() => undefined);
    const frame = await webviewFrame(page, '.grid', 40_000);
    await walk.widths('results', frame);
    await walk.themes('results');
    await walk.input('exportResults');
    await walk.step('history', async () => {
      await walk.focus('queryHistory');
      await page.locator('.sidebar .monaco-list-row').first().waitFor();
    });
    await walk.input('searchHistory');
    await walk.step('scan', async () => {
      await walk.run('scan');
      await typeInQuickInput(page, 'login-update.example');
      await page.waitForTimeout(1500);
    });
    await walk.step('scans', async () => {
      await page.keyboard.press('Enter');
      await walk.focus('scans');
      await page.locator('.sidebar .monaco-list-row').first().waitFor();
      await page.waitForTimeout(5000);
    });
  },
};

/** Replies of a service that has one record, and errors for others. */
function serviceReply({ query, target }: RecordedRequest): Reply {
  const text = `${target} ${Buffer.from(query['ioc'] ?? '', 'base64').toString()}`;
  if (text.includes('limited')) return { status: 429, body: { error: 'Too many requests.' } };
  if (text.includes('rejected')) return { status: 401, body: { error: 'Invalid key.' } };
  if (text.includes('broken')) return { status: 500, body: { error: 'Internal error.' } };
  if (text.includes('slow')) return 'hang';
  if (text.includes('lookups-test-1.com')) return { body: fullRecord('lookups-test-1.com') };
  if (text.includes('lookups-test-2.com')) {
    return { body: { iid: 4, indicator: 'lookups-test-2.com', type: 'domain', risk: 'none', retired: 0 } };
  }
  return { status: 404, body: { error: 'Indicator not found.' } };
}

const service: Section = {
  service: serviceReply,
  options: () => ({
    settings: { ...panelSettings, 'threatLookups.lookups': 'onHover', 'threatLookups.hover.waitSeconds': 2 },
    files: {
      'proxy.log': ['lookups-test-1.com', 'lookups-test-2.com', 'missing.com', 'slow.com', 'broken.com', 'limited.com']
        .concat('rejected.com', '10.0.0.7', 'wiki.internal')
        .map((value) => `GET ${value} 200\n`)
        .join(''),
    },
    openFiles: ['proxy.log'],
  }),
  walk: async (walk) => {
    const { page } = walk;
    for (const value of [
      'lookups-test-1.com',
      'lookups-test-2.com',
      'missing.com',
      'slow.com',
      '10.0.0.7',
      'wiki.internal',
      'broken.com',
      'limited.com',
      'rejected.com',
    ]) {
      await walk.step(`hover ${value}`, async () => {
        await hoverText(page, value, { matching: /\S/ });
        await page.waitForTimeout(1500);
      });
      await leaveHover(page);
    }
    await walk.step('menu', async () => {
      await clickStatusBar(page);
      await page.locator('.quick-input-widget .label-name').first().waitFor();
    });
    await page.keyboard.press('Escape');
    await goToLine(page, 1, 8);
    for (const command of ['moreActions', 'setRisk', 'changeMode', 'exportRecord', 'ignore', 'clearLocalData']) {
      await walk.input(command);
    }
    await walk.step('request log', async () => {
      await walk.run('showSent');
      await webviewFrame(page, '.grid tbody tr');
    });
    await runCommand(page, 'View: Close Primary Side Bar');
    await walk.widths('request log', await webviewFrame(page, '.grid tbody tr'));
    await runCommand(page, 'View: Close Editor');
    await walk.step('record', async () => {
      await goToLine(page, 1, 8);
      await walk.run('openRecord');
      await webviewFrame(page, '.band h1', 20_000);
      await page.waitForTimeout(1500);
    });
    const frame = await webviewFrame(page, '.band h1', 20_000);
    await walk.widths('record', frame);
    for (let part = 1; part <= 3; part++) {
      await walk.step(`record part ${part}`, async () => {
        await frame.evaluate(() => window.scrollBy(0, 760));
        await page.waitForTimeout(400);
      });
    }
  },
};

const sections: Readonly<Record<string, Section>> = { walkthrough, start, sample, queries, service };

/**
 * Captures every view in English, German, and the pseudo-locale into `out/screenshots`, for review; nothing is asserted.
 * `LANGUAGES=de` and `VIEWS=sample,queries` select some of them.
 */
export async function takePictures(home: string): Promise<void> {
  const languages = process.env['LANGUAGES']?.split(',') ?? ['en', 'de', pseudoLanguage];
  const wanted = process.env['VIEWS']?.split(',') ?? Object.keys(sections);
  for (const language of languages) {
    for (const name of wanted) {
      const section = sections[name];
      if (section === undefined) throw new Error(`There is no section ${name}.`);
      const connected = section.service === undefined ? undefined : await startRecordingService(section.service);
      const options = section.options(join(home, `${language}-${name}`, 'demo'));
      const vsCode = await startVsCode({
        viewport: { width: 1400, height },
        ...options,
        settings: {
          ...options.settings,
          ...(connected === undefined ? {} : { 'threatLookups.baseUrl': connected.url }),
        },
        ...(language === 'en' ? {} : { language }),
        ...(language === pseudoLanguage ? { overlay: pseudoFiles() } : {}),
      });
      try {
        await section.walk(new Walk(vsCode.page, language, name));
      } catch (error) {
        process.stdout.write(`${language} ${name} ended early: ${String(error)}\n`);
      } finally {
        await vsCode.stop();
        await connected?.stop();
      }
    }
  }
}
