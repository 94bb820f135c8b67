import compression from 'compression';

/**
 * Answers of /api in the form that the caller asks for, from a kilobyte on. A stranger's page cannot guess a secret from the
 * length of an answer with its own text (BREACH). The check of cross-site requests refuses its calls, and these answers are short.
 * Streams have another type and are not held back.
 */
export const compressedJson = compression({
  threshold: 1024,
  filter: (_req, res) => String(res.getHeader('Content-Type')).startsWith('application/json'),
});
