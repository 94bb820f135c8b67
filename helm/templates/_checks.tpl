{{- /* What the schema cannot say. */ -}}
{{- define "doorwright.checks" -}}
{{- with .Values -}}
{{- if not .origin }}{{ fail "origin is required: the address at which browsers reach the api, such as https://id.example.com" }}{{ end -}}
{{- /* As the api takes it, or its pods would never start. */ -}}
{{- $isOrigin := regexMatch "^(https://([a-z0-9.-]+|\\[[0-9a-f:]+\\])|http://(([a-z0-9-]+\\.)*localhost|127\\.[0-9.]+|\\[::1\\]))(:[0-9]+)?$" .origin -}}
{{- if or (not $isOrigin) (regexMatch "^(https:.*:443|http:.*:80)$" .origin) }}{{ fail (printf "origin %q cannot be used: it is scheme, host in lower case and, where it is not the usual one, port; such as https://id.example.com, and https but for localhost" .origin) }}{{ end -}}
{{- if and .database.existingSecret.name .database.cloudNativePg.enabled }}{{ fail "database.existingSecret.name and database.cloudNativePg.enabled exclude each other: choose one" }}{{ end -}}
{{- if not (or .database.existingSecret.name .database.cloudNativePg.enabled) }}{{ fail "a database is required: set database.existingSecret.name or database.cloudNativePg.enabled" }}{{ end -}}
{{- if and .operator.caConfigMap .operator.caSecret }}{{ fail "operator.caConfigMap and operator.caSecret exclude each other: choose one" }}{{ end -}}
{{- if and .operator.apiUrl (not .api.publishDeclared) (eq (urlParse .operator.apiUrl).host (urlParse .origin).host) }}{{ fail "operator.apiUrl is the origin, which does not answer /declared: leave operator.apiUrl empty, or set api.publishDeclared" }}{{ end -}}
{{- if and .httpRoute.enabled (not .httpRoute.parentRefs) }}{{ fail "httpRoute.parentRefs is required with httpRoute.enabled: the gateway to attach to" }}{{ end -}}
{{- end -}}
{{- end -}}
