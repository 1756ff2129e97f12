import { type VsCode, type VsCodeOptions, startVsCode } from '../harness/vsCode';

/** A VS Code window for the README: with this width, an open log, and few unrelated elements. */
export function demoWindow(width: number, options: VsCodeOptions): Promise<VsCode> {
  return startVsCode({
    openFiles: ['proxy.log'],
    viewport: { width, height: 760 },
    ...options,
    settings: {
      'workbench.activityBar.location': 'hidden',
      'window.commandCenter': false,
      'window.title': '${activeEditorShort}',
      'editor.minimap.enabled': false,
      'breadcrumbs.enabled': false,
      'editor.occurrencesHighlight': 'off',
      ...options.settings,
    },
  });
}

/** Opens a demo window with the sample data and its log. */
export function sampleWindow(width: number, folder: string): Promise<VsCode> {
  return demoWindow(width, {
    folder,
    environment: { THREAT_LOOKUPS_DEMO: '1' },
    settings: { 'workbench.statusBar.visible': true },
  });
}
