/** The cert of applications that name no cert. */
export const builtInCert = 'cert-built-in';
