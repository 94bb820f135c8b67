/** The cert of applications that name none. */
export const builtInCert = 'cert-built-in';
