import compression from 'compression';

/**
 * Answers of /api in the form that the caller asks for, from a kilobyte on. A stranger's page cannot measure them beside its own
 * text (BREACH): the check of cross-site requests refuses its calls, and their answers are short. Streams have another type and
 * are not held back.
 */
export const compressedJson = compression({
  threshold: 1024,
  filter: (_req, res) => String(res.getHeader('Content-Type')).startsWith('application/json'),
});
