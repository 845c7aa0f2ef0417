import type { Logger } from '@skein/ports';

/** A logger that throws can be told nothing, and breaks nothing. */
export function guardedLogger(logger: Logger): Logger {
  const guarded =
    (level: keyof Logger): Logger[keyof Logger] =>
    (fields, message) => {
      try {
        logger[level](fields, message);
      } catch {
        // Whom should it be told?
      }
    };
  return {
    debug: guarded('debug'),
    info: guarded('info'),
    warn: guarded('warn'),
    error: guarded('error'),
  };
}
