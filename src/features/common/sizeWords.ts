const steps = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** A size in the largest unit that says enough: “812 bytes”, “3.4 MB”. */
export function formatSize(bytes: number): string {
  let step = 0;
  let size = bytes;
  while (size >= 1024 && step < steps.length - 1) {
    size /= 1024;
    step += 1;
  }
  const digits = step === 0 || size >= 100 ? 0 : 1;
  return `${size.toFixed(digits)} ${steps[step] ?? ''}`;
}
