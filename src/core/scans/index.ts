export { createScans } from './engine';
export type { ScanListener, ScanPorts, Scans, ScanService, ScanStore } from './scans';
export { isFollowable, isOpen, isRepeatable, type Glance, type Scan, type ScanOrder, type ScanProgress } from './types';
