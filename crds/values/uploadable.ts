/** The endings of documents that people may upload, beside pictures, videos and sounds. */
const documents = ['.pdf', '.doc', '.docx', '.csv', '.xls', '.xlsx'];

/** For the `accept` of an input. */
export const uploadable = ['image/*', 'video/*', 'audio/*', ...documents].join(',');

/** Whether people may upload a file, by its name and its media type. */
export const isUploadable = (name: string, type: string): boolean =>
  /^(image|video|audio)\//.test(type) || documents.some((ending) => name.toLowerCase().endsWith(ending));
