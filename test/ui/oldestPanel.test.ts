import { useVsCode } from '../harness/vsCode';
import { loadSampleData, runCommand, screenshot, webviewFrame } from '../harness/workbench';

describe('Panels in the oldest VS Code', () => {
  const vsCode = useVsCode({
    version: 'oldest',
    files: { 'proxy.log': '2026-03-02T07:00:08Z GET https://login-update.example/session?id=7 200\n' },
    openFiles: ['proxy.log'],
  });

  it('show triage and a record', async () => {
    const { page } = vsCode();
    await loadSampleData(page);
    await runCommand(page, 'threatLookups.triage');
    const triage = await webviewFrame(page, '.grid tbody tr');
    await triage.locator('tbody tr[data-index="0"] td.cell-name').dblclick();
    await webviewFrame(page, '.band h1:has-text("login-update[.]example/session")');
    await screenshot(page, 'oldest record');
  });
});
