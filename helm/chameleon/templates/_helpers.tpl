{{- define "chameleon.name" -}}
{{- default .Chart.Name .Values.nameOverride | trunc 40 | trimSuffix "-" -}}
{{- end -}}

{{- define "chameleon.fullname" -}}
{{- if .Values.fullnameOverride -}}
{{- .Values.fullnameOverride | trunc 40 | trimSuffix "-" -}}
{{- else if contains (include "chameleon.name" .) .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name (include "chameleon.name" .) | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{/* Selectors never change: name, instance, component. */}}
{{- define "chameleon.selector" -}}
app.kubernetes.io/name: {{ include "chameleon.name" .root }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/component: {{ .component }}
{{- end -}}

{{- define "chameleon.labels" -}}
{{ include "chameleon.selector" . }}
app.kubernetes.io/version: {{ .root.Chart.AppVersion | quote }}
app.kubernetes.io/part-of: chameleon
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- with .root.Values.commonLabels }}
{{ toYaml . }}
{{- end }}
{{- end -}}

{{- define "chameleon.image" -}}
{{- $registry := default .Values.image.registry .Values.global.imageRegistry -}}
{{- if $registry }}{{ $registry }}/{{ end }}{{ .Values.image.repository }}
{{- if .Values.image.digest }}@{{ .Values.image.digest }}{{ else }}:{{ default .Chart.AppVersion .Values.image.tag }}{{ end -}}
{{- end -}}

{{/* Fragments of an object of a scheme such as REP(3) or EC(4+2), and how many of them may be missing. */}}
{{- define "chameleon.width" -}}
{{- if regexMatch "^REP\\([0-9]+\\)$" . -}}
{{- regexFind "[0-9]+" . -}}
{{- else -}}
{{- add (regexFind "[0-9]+" . | int) (regexFind "[0-9]+\\)" . | trimSuffix ")" | int) -}}
{{- end -}}
{{- end -}}

{{- define "chameleon.tolerance" -}}
{{- if regexMatch "^REP\\([0-9]+\\)$" . -}}
{{- sub (regexFind "[0-9]+" . | int) 1 -}}
{{- else -}}
{{- regexFind "[0-9]+\\)" . | trimSuffix ")" -}}
{{- end -}}
{{- end -}}

{{/* A size such as 8GiB, 10Gi or 500GB in MiB. */}}
{{- define "chameleon.mebibytes" -}}
{{- $n := regexFind "^[0-9]+(\\.[0-9]+)?" . | float64 -}}
{{- $unit := regexReplaceAll "^[0-9.]+" . "" | trimSuffix "B" -}}
{{- $factor := get (dict "" 0.00000095367431640625 "K" 0.00095367431640625 "k" 0.00095367431640625 "Ki" 0.0009765625 "M" 0.95367431640625 "Mi" 1.0 "G" 953.67431640625 "Gi" 1024.0 "T" 953674.31640625 "Ti" 1048576.0) $unit -}}
{{- mulf $n $factor | floor | int64 -}}
{{- end -}}

{{- define "chameleon.metadata.address" -}}
{{ include "chameleon.fullname" . }}-metadata:7400
{{- end -}}

{{- define "chameleon.zookeeper.connect" -}}
{{- if .Values.zookeeper.enabled -}}
{{ include "chameleon.fullname" . }}-zookeeper:2181
{{- else -}}
{{- required "externalZookeeper.connectString: empty, expected host:port[,host:port...] (or zookeeper.enabled: true)" .Values.externalZookeeper.connectString -}}
{{- end -}}
{{- end -}}

{{- define "chameleon.database.url" -}}
{{- if .Values.postgresql.enabled -}}
jdbc:postgresql://{{ include "chameleon.fullname" . }}-postgresql:5432/chameleon
{{- else -}}
{{- required "externalDatabase.url: empty, expected jdbc:postgresql://host/database (or postgresql.enabled: true)" .Values.externalDatabase.url -}}
{{- end -}}
{{- end -}}

{{- define "chameleon.database.secret" -}}
{{- if .Values.postgresql.enabled -}}
{{- default (printf "%s-postgresql" (include "chameleon.fullname" .)) .Values.postgresql.auth.existingSecret -}}
{{- else -}}
{{- required "externalDatabase.existingSecret: empty, expected the name of a Secret with the password" .Values.externalDatabase.existingSecret -}}
{{- end -}}
{{- end -}}

{{/* The Secret with the keys that processes accept and the tokens of the balancer and of operators. */}}
{{- define "chameleon.auth.secret" -}}
{{- default (printf "%s-auth" (include "chameleon.fullname" .)) .Values.auth.existingSecret -}}
{{- end -}}

{{/* The Secret with tls.crt, tls.key and ca.crt of dict root, role: a component, or admin for operators. */}}
{{- define "chameleon.tls.secret" -}}
{{- default (printf "%s-tls-%s" (include "chameleon.fullname" .root) .role) (get .root.Values.tls.existingSecrets .role) -}}
{{- end -}}

{{/* What commands of operators prove themselves with, and whom they trust. */}}
{{- define "chameleon.operator.env" -}}
{{- if eq .Values.auth.mode "token" }}
- {name: CHAMELEON_TOKEN_FILE, value: /etc/chameleon-auth/admin-token}
{{- end }}
{{- if .Values.tls.enabled }}
- {name: CHAMELEON_TLS_CA_FILE, value: /etc/chameleon-tls-admin/ca.crt}
{{- end }}
{{- if eq .Values.auth.mode "mtls" }}
- {name: CHAMELEON_TLS_CERTIFICATE_FILE, value: /etc/chameleon-tls-admin/tls.crt}
- {name: CHAMELEON_TLS_KEY_FILE, value: /etc/chameleon-tls-admin/tls.key}
{{- end }}
{{- end -}}

{{- define "chameleon.operator.mounts" -}}
{{- if eq .Values.auth.mode "token" }}
- {name: auth, mountPath: /etc/chameleon-auth, readOnly: true}
{{- end }}
{{- if .Values.tls.enabled }}
- {name: tls-admin, mountPath: /etc/chameleon-tls-admin, readOnly: true}
{{- end }}
{{- end -}}

{{/* In mode token an operator needs no certificate, only the authority of the others. */}}
{{- define "chameleon.operator.volumes" -}}
{{- if .Values.tls.enabled }}
{{- $role := ternary "admin" "metadata" (eq .Values.auth.mode "mtls") }}
- name: tls-admin
  secret:
    secretName: {{ include "chameleon.tls.secret" (dict "root" . "role" $role) }}
    defaultMode: 0440
    {{- if eq .Values.auth.mode "token" }}
    items: [{key: ca.crt, path: ca.crt}]
    {{- end }}
{{- end }}
{{- end -}}

{{/* The file of tokens or the certificate of operators, for pods that have nothing else: the toolbox and `helm test`. */}}
{{- define "chameleon.operator.pod.volumes" -}}
{{- with include "chameleon.operator.volumes" . | trim }}
{{- . }}
{{ end }}
{{- if eq .Values.auth.mode "token" }}
- name: auth
  secret:
    secretName: {{ include "chameleon.auth.secret" . }}
    defaultMode: 0440
    items: [{key: admin-token, path: admin-token}]
{{ end }}
{{- end -}}

{{/* The configuration file of a component: what follows from values, then its own keys, which win. */}}
{{- define "chameleon.config" -}}
{{- $root := .root -}}
{{- $values := get $root.Values .component -}}
{{- $keys := dict -}}
{{- if eq .component "server" -}}
{{- $keys = dict "server.bind-host" "0.0.0.0" "server.image" "/data/flash.img" "server.capacity-bytes" $values.capacity "server.drain-on-stop" $values.drainOnStop -}}
{{- else if eq .component "metadata" -}}
{{- $user := ternary "chameleon" $root.Values.externalDatabase.user $root.Values.postgresql.enabled -}}
{{- $keys = dict "metadata.host" "0.0.0.0" "metadata.scheme.rep" $root.Values.redundancy.rep "metadata.scheme.ec" $root.Values.redundancy.ec "metadata.grace-period" $root.Values.redundancy.grace "metadata.database.url" (include "chameleon.database.url" $root) "metadata.database.user" $user -}}
{{- else if eq .component "balancer" -}}
{{- $keys = dict "balancer.bind-host" "0.0.0.0" "balancer.metadata" (include "chameleon.metadata.address" $root) "balancer.policy" $values.policy "balancer.epoch" $values.epoch "balancer.grace" $root.Values.redundancy.grace -}}
{{- else if eq .component "postgresql" -}}
{{- $keys = dict "postgresql.host" "0.0.0.0" "postgresql.data-dir" "/data/postgresql" -}}
{{- else -}}
{{- $keys = dict "zookeeper.server.host" "0.0.0.0" "zookeeper.server.data-dir" "/data/zookeeper" -}}
{{- end -}}
{{- if has .component (list "server" "metadata" "balancer") -}}
{{- $keys = merge $keys (dict "zookeeper.connect" (include "chameleon.zookeeper.connect" $root) "zookeeper.session-timeout" $root.Values.zookeeperSessionTimeout "auth.mode" $root.Values.auth.mode) -}}
{{- if eq $root.Values.auth.mode "token" -}}
{{- $keys = merge $keys (dict "auth.keys-file" "/etc/chameleon-auth/keys") -}}
{{- end -}}
{{- if $root.Values.tls.enabled -}}
{{- $keys = merge $keys (dict "tls.certificate-file" "/etc/chameleon-tls/tls.crt" "tls.key-file" "/etc/chameleon-tls/tls.key" "tls.ca-file" "/etc/chameleon-tls/ca.crt") -}}
{{- end -}}
{{- end -}}
{{- if and (eq .component "balancer") (eq $root.Values.auth.mode "token") -}}
{{- $keys = merge $keys (dict "auth.token-file" "/etc/chameleon-auth/balancer-token") -}}
{{- end -}}
{{- /* As text: YAML would turn 0.0005 into 5.0E-4, and Helm 1000000 into 1e+06. */ -}}
{{- range $key, $value := mergeOverwrite $keys $values.config }}
{{- if and (kindIs "float64" $value) (eq $value (floor $value)) }}{{ $value = int64 $value }}{{ end }}
{{ $key }}: {{ $value | toString | quote }}
{{- end -}}
{{- end -}}

{{- define "chameleon.podSecurity" -}}
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
fsGroup: 10001
fsGroupChangePolicy: OnRootMismatch
seccompProfile: {type: RuntimeDefault}
{{- end -}}

{{- define "chameleon.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
runAsNonRoot: true
runAsUser: 10001
runAsGroup: 10001
capabilities: {drop: [ALL]}
{{- end -}}

{{- define "chameleon.probes" -}}
startupProbe:
  httpGet: {path: /health/startup, port: admin}
  {{- toYaml .startup | nindent 2 }}
livenessProbe:
  httpGet: {path: /health/live, port: admin}
  {{- toYaml .liveness | nindent 2 }}
readinessProbe:
  httpGet: {path: /health/ready, port: admin}
  {{- toYaml .readiness | nindent 2 }}
{{- end -}}

{{/* Own machines first, own zones next. */}}
{{- define "chameleon.spread" -}}
{{- $values := get .root.Values .component -}}
{{- $when := ternary "DoNotSchedule" "ScheduleAnyway" (eq $values.spread "hard") -}}
{{- range list "kubernetes.io/hostname" "topology.kubernetes.io/zone" }}
- maxSkew: 1
  topologyKey: {{ . }}
  whenUnsatisfiable: {{ ternary $when "ScheduleAnyway" (eq . "kubernetes.io/hostname") }}
  labelSelector:
    matchLabels: {{- include "chameleon.selector" $ | nindent 6 }}
{{- end }}
{{- end -}}

{{/* Waits, with a shell and no JVM, until the addresses in .wait take connections. */}}
{{- define "chameleon.wait" -}}
- name: wait
  image: {{ include "chameleon.image" .root }}
  imagePullPolicy: {{ .root.Values.image.pullPolicy }}
  command:
    - /bin/sh
    - -c
    - |
      for address in {{ .wait }}; do
        # 1: no connection. 0 or a timeout: there was one, and it was closed or not.
        while timeout 5 nc -w 3 "${address%:*}" "${address##*:}" </dev/null >/dev/null 2>&1; [ $? -eq 1 ]; do
          echo "waiting for $address"
          sleep 1
        done
      done
  resources:
    requests: {cpu: 5m, memory: 8Mi, ephemeral-storage: 1Mi}
    limits: {cpu: 100m, memory: 32Mi, ephemeral-storage: 16Mi}
  securityContext: {{- include "chameleon.containerSecurity" .root | nindent 4 }}
{{- end -}}

{{/* The pod of a component: dict root, component, ports (name to number), env (a list), wait, volume (whether it has
/data); if it differs from the image's, command; further flags. */}}
{{- define "chameleon.pod" -}}
{{- $root := .root -}}
{{- $values := get $root.Values .component -}}
{{- $ours := has .component (list "server" "metadata" "balancer") -}}
metadata:
  labels:
    {{- include "chameleon.selector" . | nindent 4 }}
    {{- with $root.Values.commonLabels }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
  annotations:
    checksum/config: {{ include "chameleon.config" . | sha256sum }}
    {{- with merge (dict) $values.podAnnotations $root.Values.podAnnotations }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
spec:
  serviceAccountName: {{ include "chameleon.fullname" $root }}
  automountServiceAccountToken: false
  # The variables it makes up for services have the names of ours.
  enableServiceLinks: false
  terminationGracePeriodSeconds: {{ $values.terminationGracePeriodSeconds }}
  securityContext: {{- include "chameleon.podSecurity" $root | nindent 4 }}
  {{- with $root.Values.global.imagePullSecrets }}
  imagePullSecrets: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.priorityClassName }}
  priorityClassName: {{ . }}
  {{- end }}
  {{- if $values.spread }}
  topologySpreadConstraints: {{- include "chameleon.spread" . | nindent 4 }}
  {{- end }}
  {{- with $values.affinity }}
  affinity: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.nodeSelector }}
  nodeSelector: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- with $values.tolerations }}
  tolerations: {{- toYaml . | nindent 4 }}
  {{- end }}
  {{- if .wait }}
  initContainers: {{- include "chameleon.wait" . | nindent 4 }}
  {{- end }}
  containers:
    - name: {{ .component }}
      image: {{ include "chameleon.image" $root }}
      imagePullPolicy: {{ $root.Values.image.pullPolicy }}
      {{- with .command }}
      command: {{- toYaml . | nindent 8 }}
      {{- end }}
      args: {{ toJson (concat (list .component "--config" (printf "/etc/chameleon/%s.yaml" .component)) (default list .flags)) }}
      env:
        - {name: CHAMELEON_LOG_LEVEL, value: {{ $root.Values.logLevel | quote }}}
        - {name: CHAMELEON_LOG_FORMAT, value: {{ $root.Values.logFormat | quote }}}
        {{- with $root.Values.jvmOptions }}
        - {name: JDK_JAVA_OPTIONS, value: {{ . | quote }}}
        {{- end }}
        {{- with .env }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
        {{- with $values.extraEnv }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
      ports:
        {{- range $name, $number := .ports }}
        - {name: {{ $name }}, containerPort: {{ $number }}, protocol: TCP}
        {{- end }}
      {{- include "chameleon.probes" $values.probes | nindent 6 }}
      {{- with $values.preStopSeconds }}
      lifecycle:
        preStop:
          exec: {command: [/bin/sleep, "{{ . }}"]}
      {{- end }}
      resources:
        requests: {{- toYaml (merge (dict) $values.resources.requests (dict "ephemeral-storage" "64Mi")) | nindent 10 }}
        limits: {{- toYaml (merge (dict) $values.resources.limits (dict "ephemeral-storage" "512Mi")) | nindent 10 }}
      securityContext: {{- include "chameleon.containerSecurity" $root | nindent 8 }}
      volumeMounts:
        - {name: config, mountPath: /etc/chameleon, readOnly: true}
        - {name: tmp, mountPath: /tmp}
        - {name: data, mountPath: /data}
        {{- if $ours }}
        {{- if eq $root.Values.auth.mode "token" }}
        - {name: auth, mountPath: /etc/chameleon-auth, readOnly: true}
        {{- end }}
        {{- if $root.Values.tls.enabled }}
        - {name: tls, mountPath: /etc/chameleon-tls, readOnly: true}
        {{- end }}
        {{- end }}
        {{- with $values.extraVolumeMounts }}
        {{- toYaml . | nindent 8 }}
        {{- end }}
  volumes:
    - name: config
      configMap: {name: {{ include "chameleon.fullname" $root }}-{{ .component }}}
    - name: tmp
      emptyDir: {sizeLimit: 256Mi}
    {{- if not .volume }}
    - name: data
      emptyDir: {sizeLimit: 64Mi}
    {{- end }}
    {{- if and $ours $root.Values.tls.enabled }}
    - name: tls
      secret:
        secretName: {{ include "chameleon.tls.secret" (dict "root" $root "role" .component) }}
        defaultMode: 0440
    {{- end }}
    {{- if and $ours (eq $root.Values.auth.mode "token") }}
    # Each process sees what it needs. Read again by the process when it changes.
    - name: auth
      secret:
        secretName: {{ include "chameleon.auth.secret" $root }}
        defaultMode: 0440
        items:
          - {key: keys, path: keys}
          {{- if eq .component "balancer" }}
          - {key: balancer-token, path: balancer-token}
          {{- end }}
    {{- end }}
    {{- with $values.extraVolumes }}
    {{- toYaml . | nindent 4 }}
    {{- end }}
{{- end -}}

{{- define "chameleon.claim" -}}
- apiVersion: v1
  kind: PersistentVolumeClaim
  metadata:
    name: data
    labels: {{- include "chameleon.selector" . | nindent 6 }}
  spec:
    accessModes: [ReadWriteOnce]
    {{- with (get .root.Values .component).persistence.storageClass }}
    storageClassName: {{ . | quote }}
    {{- end }}
    resources:
      requests: {storage: {{ (get .root.Values .component).persistence.size }}}
{{- end -}}

{{/* What must hold between values; the schema cannot say it. */}}
{{- define "chameleon.check" -}}
{{- $replicas := .Values.server.replicas | int -}}
{{- range list .Values.redundancy.rep .Values.redundancy.ec -}}
{{- $width := include "chameleon.width" . | int -}}
{{- if lt $replicas $width -}}
{{- fail (printf "server.replicas: %d given, expected at least %d: each fragment of %s is on a server of its own" $replicas $width .) -}}
{{- end -}}
{{- $tolerance := include "chameleon.tolerance" . | int -}}
{{- if and $.Values.server.pdb.enabled (gt ($.Values.server.pdb.maxUnavailable | int) $tolerance) -}}
{{- fail (printf "server.pdb.maxUnavailable: %d given, expected at most %d: %s survives no more" ($.Values.server.pdb.maxUnavailable | int) $tolerance .) -}}
{{- end -}}
{{- end -}}
{{- if and (eq .Values.auth.mode "mtls") (not .Values.tls.enabled) -}}
{{- fail "auth.mode: mtls given, expected token (or tls.enabled: true)" -}}
{{- end -}}
{{- if and .Values.tls.certManager.enabled (not .Values.tls.enabled) -}}
{{- fail "tls.certManager.enabled: true given, expected false (or tls.enabled: true)" -}}
{{- end -}}
{{- if and .Values.tls.certManager.enabled (not .Values.tls.certManager.issuerRef.name) -}}
{{- fail "tls.certManager.issuerRef.name: empty, expected the name of an issuer of cert-manager that has an authority" -}}
{{- end -}}
{{- $capacity := include "chameleon.mebibytes" .Values.server.capacity | int64 -}}
{{- $volume := include "chameleon.mebibytes" .Values.server.persistence.size | int64 -}}
{{- if lt (mul $volume 10) (mul $capacity 12) -}}
{{- fail (printf "server.persistence.size: %s given, expected at least 1.2 times server.capacity, %s: the image holds spare blocks, too" .Values.server.persistence.size .Values.server.capacity) -}}
{{- end -}}
{{- end -}}
