{{- /* The Secret whose contents the api makes at its first start. */ -}}
{{- define "doorwright.firstStartSecret" -}}
{{ include "doorwright.fullname" . }}-first-start
{{- end -}}

{{- /* The keys of that Secret that this release uses, separated by blanks. */ -}}
{{- define "doorwright.firstStartKeys" -}}
{{- $keys := list -}}
{{- if not .Values.secretKey.existingSecret.name }}{{ $keys = append $keys "secret-key" }}{{ end -}}
{{- if not .Values.administrator.existingSecret.name }}{{ $keys = append $keys "admin-password" }}{{ end -}}
{{ join " " $keys }}
{{- end -}}

{{- /* A secretKeyRef: takes the root, the existing Secret of the values and the key that first start makes otherwise. */ -}}
{{- define "doorwright.secretKeyRef" -}}
{{- $existing := index . 1 -}}
secretKeyRef:
  name: {{ $existing.name | default (include "doorwright.firstStartSecret" (index . 0)) }}
  key: {{ if $existing.name }}{{ $existing.key }}{{ else }}{{ index . 2 }}{{ end }}
{{- end -}}
