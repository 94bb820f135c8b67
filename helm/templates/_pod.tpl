{{- define "doorwright.image" -}}
{{- with .Values.image -}}
{{ .repository }}{{ if .digest }}@{{ .digest }}{{ else }}:{{ .tag | default $.Chart.AppVersion }}{{ end }}
{{- end -}}
{{- end -}}

{{- /* The restricted profile. No token comes by itself: a pod that needs one projects it. */ -}}
{{- define "doorwright.podSecurity" -}}
automountServiceAccountToken: false
enableServiceLinks: false
securityContext:
  runAsNonRoot: true
  runAsUser: 1000
  runAsGroup: 1000
  fsGroup: 1000
  seccompProfile:
    type: RuntimeDefault
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . }}
  {{- end }}
{{- end }}
{{- end -}}

{{- define "doorwright.containerSecurity" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities:
    drop: [ALL]
{{- end -}}

{{- /* Where pods run; takes the root and the component, whose values it reads. */ -}}
{{- define "doorwright.placement" -}}
{{- $ := index . 0 -}}
{{- $component := index . 1 -}}
{{- with index $.Values $component -}}
{{- with .priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
terminationGracePeriodSeconds: {{ .terminationGracePeriodSeconds }}
topologySpreadConstraints:
  {{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
  - topologyKey: {{ . }}
    maxSkew: 1
    whenUnsatisfiable: ScheduleAnyway
    matchLabelKeys: [pod-template-hash]
    labelSelector:
      matchLabels:
        {{- include "doorwright.selector" (list $ $component) | nindent 8 }}
  {{- end }}
{{- with .nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
{{- end -}}

{{- /* What Kubernetes mounts into pods by itself, for the one container that needs it. */ -}}
{{- define "doorwright.kubernetesTokenSources" -}}
- serviceAccountToken:
    path: token
    expirationSeconds: 3600
- configMap:
    name: kube-root-ca.crt
    items:
      - key: ca.crt
        path: ca.crt
- downwardAPI:
    items:
      - path: namespace
        fieldRef:
          fieldPath: metadata.namespace
{{- end -}}
