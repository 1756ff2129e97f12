const hostlessPattern =
  /^(?:file|chrome|chrome-.*|resource|res|assets?|package|content|app|classpath|jar|plugin|webpack.*|memory|node|data|intent|vscode.*|urn|about|javascript|docker|[a-z]+-(?:extension|app|resource))$/i;

/** Whether a scheme isn't followed by a host. */
export function isHostlessScheme(scheme: string): boolean {
  return hostlessPattern.test(scheme);
}
