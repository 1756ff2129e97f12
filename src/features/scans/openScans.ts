/** Key in globalState: whether a scan was running when the last window closed. Only then are scans loaded at start. */
export const hasOpenScansKey = 'scans.open';
