export { ScanEngine } from './engine';
export type { ScanListener, ScanPorts, Scans, ScanService, ScanStore } from './scans';
export {
  isResumable,
  isOpen,
  isRepeatable,
  type RiskSnapshot,
  type Scan,
  type NewScan,
  type ScanProgress,
} from './types';
