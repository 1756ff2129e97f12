export { ScanEngine } from './engine';
export type { ScanPorts, Scans, ScanService, ScanStore } from './scans';
export { isResumable, isOpen, isRepeatable, type Scan, type NewScan, type ScanProgress } from './types';
